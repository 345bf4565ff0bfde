import type { Backend, UnitBackend } from '../../backends/backend.ts';
import { discriminatorFault } from '../../config/schema/exposition-rules.ts';
import type { NamespaceOptions } from './model.ts';
import type { ToolRegistry } from './tool-registry.ts';

type Namespaces = Readonly<Record<string, NamespaceOptions>>;

/**
 * What units say of their namespaces, under what the user set in settings.yaml. Of two units that
 * declare one namespace the first in order speaks; a discriminator no client could send is left out,
 * since one unit's mistake must not cost the others their list.
 */
export function declaredNamespaces(registry: ToolRegistry, settings: Namespaces = {}): Namespaces {
  const declared = new Map<string, NamespaceOptions>();
  for (const backend of new Set(registry.entries.map((entry) => entry.backend))) {
    for (const [name, own] of Object.entries(namespacesOf(backend))) {
      if (!declared.has(name)) declared.set(name, usable(own));
    }
  }
  for (const [name, own] of Object.entries(settings)) {
    declared.set(name, { ...declared.get(name), ...own });
  }
  return Object.fromEntries(declared);
}

function namespacesOf(backend: Backend): Namespaces {
  return backend.kind === 'unit' ? ((backend as UnitBackend).namespaces ?? {}) : {};
}

function usable(own: NamespaceOptions): NamespaceOptions {
  const { discriminator, ...rest } = own;
  const isFit = discriminator !== undefined && discriminatorFault(discriminator) === undefined;
  return isFit ? own : rest;
}
