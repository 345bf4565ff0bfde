// Counts for the last line of `npm test`, and why each skipped test was skipped.
import { writeFileSync } from 'node:fs';

const count = (tests, state) => tests.filter((test) => test.result().state === state).length;

export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    // A file that does not load and an error outside of a test fail the run without a failed test.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    const summary = {
      passed: count(tests, 'passed'),
      failed: count(tests, 'failed') + broken + unhandledErrors.length,
      skipped: tests
        .filter((test) => test.result().state === 'skipped')
        .map((test) => ({
          name: `${test.module.relativeModuleId} > ${test.fullName}`,
          reason: test.result().note ?? 'no reason given',
        })),
    };
    writeFileSync(process.env.TOOLMESH_TEST_SUMMARY, JSON.stringify(summary));
  }
}
