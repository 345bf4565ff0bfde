import type { BackendRegistry } from '../backends/registry.ts';
import { RestBackend } from '../backends/rest/rest-backend.ts';
import type { Problem } from '../config/problem.ts';

/** What is wrong with the DADL files of all backends, the units' private ones included. */
export function dadlProblems(registry: BackendRegistry): readonly Problem[] {
  return restBackends(registry).flatMap(({ backend, subject }) =>
    backend.problems().map((problem) => ({ subject, ...problem })),
  );
}

/** Looks once whether the services are there. */
export async function probeRest(registry: BackendRegistry): Promise<void> {
  await Promise.all(restBackends(registry).map(({ backend }) => backend.probe()));
}

function restBackends(
  registry: BackendRegistry,
): readonly { readonly backend: RestBackend; readonly subject: string }[] {
  return registry.everyBackend().flatMap(({ unit, backend }) => {
    const subject = unit === null ? 'backends.yaml' : `unit ${unit}`;
    return backend instanceof RestBackend ? [{ backend, subject }] : [];
  });
}
