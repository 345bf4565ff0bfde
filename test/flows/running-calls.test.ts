// A call that takes its time is seen while it runs; the audit has it once it is answered.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferred } from '../../main/platform/deferred.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';

const glue = `
function describe() {
  return { tools: [{ name: 'turn', description: 'Turns for ever', access: 'read', params: { key: {} } }] };
}
function turn() { for (;;); }
`;

let home: OwnHome;
let gateway: TestGateway;

beforeAll(async () => {
  home = ownHome();
  for (const [name, audit] of [
    ['wheel', 'full'],
    ['quiet', 'none'],
  ] as const) {
    home.write(
      `units/${name}/unit.yaml`,
      `unit: ${name}\nimplementation: ./glue.js\nexpose: { audit: ${audit} }\n`,
    );
    home.write(`units/${name}/glue.js`, glue);
  }
  home.write('caller-classes.yaml', 'classes: { trusted: [toolmesh-window] }\n');
  gateway = await runningGateway(home);
  await gateway.firstAttempts();
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

test('a long call shows as running until its record is there', async () => {
  const { services } = gateway;
  const told: string[] = [];
  const [began, ended] = [deferred<undefined>(), deferred<undefined>()];
  services.onAudit((rows) => {
    told.push(...rows.map(({ exposedAs, errorCode }) => `${exposedAs} ${String(errorCode)}`));
  });
  services.onRunningChange(() => {
    const running = services.runningCalls().map(({ exposedAs }) => exposedAs);
    told.push(`running: ${running.join()}`);
    (running.length > 0 ? began : ended).resolve(undefined);
  });
  const run = (unit: string) =>
    services.tryTool({ run: unit, unit, tool: 'turn', args: { key: 'left' } });
  // Of a unit that wants no records nothing shows.
  const answers = [run('quiet'), run('wheel')];
  await began.promise;
  expect(services.runningCalls()).toMatchObject([
    { client: 'toolmesh-window', backend: 'wheel', tool: 'turn', params: '{"key":"left"}' },
  ]);
  services.cancelTry('wheel');
  services.cancelTry('quiet');
  await Promise.allSettled(answers);
  await ended.promise;
  expect(told).toEqual(['running: wheel_turn', 'wheel_turn cancelled', 'running: ']);
});
