import model from './model.json' with { type: 'json' };
import { openFgaClient } from './openfga-client.ts';

/** Makes a store and writes ToolMesh's model into it. Resolves with the store's id. */
export async function initStore(apiUrl: string, name: string): Promise<string> {
  const { id } = await (await openFgaClient(apiUrl)).createStore({ name });
  const client = await openFgaClient(apiUrl, id);
  await client.writeAuthorizationModel(model);
  return id;
}
