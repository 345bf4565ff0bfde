// What the bench of the exposition measures, for one bundle.
export { discoverRoute } from '../../main/gateway/code-mode/discover-tools.ts';
export { ToolIndex } from '../../main/gateway/code-mode/tool-index.ts';
export { expositionFor } from '../../main/gateway/exposition/client-exposition.ts';
export { ClientSurfaces } from '../../main/gateway/exposition/client-surfaces.ts';
export { RegistryBuilder } from '../../main/gateway/exposition/tool-registry.ts';
export { listedBackend, toolDescriptor } from '../builders/tool-entries.ts';
