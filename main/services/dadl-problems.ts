import type { Backend } from '../backends/backend.ts';
import type { BackendRegistry } from '../backends/registry.ts';
import { RestBackend } from '../backends/rest/rest-backend.ts';
import type { Problem } from '../config/problem.ts';

/** What is wrong with the DADL files of all backends, the units' private ones included. */
export function dadlProblems(registry: BackendRegistry): readonly Problem[] {
  const own = registry.backends().flatMap((backend) => problemsOf(backend, 'backends.yaml'));
  const units = registry
    .slots()
    .flatMap(({ unit }) =>
      unit.subBackends.flatMap((backend) => problemsOf(backend, `unit ${unit.name}`)),
    );
  return [...own, ...units];
}

function problemsOf(backend: Backend, subject: string): readonly Problem[] {
  if (!(backend instanceof RestBackend)) return [];
  return backend.problems().map((problem) => ({ subject, ...problem }));
}
