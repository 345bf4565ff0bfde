import type { RestEntry } from '../../../config/schema/backend-entry.ts';
import { parseDadl } from '../dadl/parse-dadl.ts';
import type { AuthSpec } from '../dadl/model.ts';
import { toolmeshRelease } from '../toolmesh-release.ts';
import { targetOf } from './credential-reader.ts';
import { neededCredentials } from './needed-credentials.ts';

/** Names of the credentials a REST entry's requests use; none when its file cannot be read. */
export function entryCredentials({ source, env, api_key_env: own }: RestEntry): readonly string[] {
  const options = { compatibleWith: toolmeshRelease, canStore: true };
  const dadl = source && parseDadl(source, options).dadl;
  if (dadl === undefined) return [];
  return neededCredentials(withOwnKey(dadl.auth, own))
    .map((name) => targetOf(name, env))
    .filter((name) => name !== '');
}

/** The entry's `api_key_env` names the key in place of what the file calls it. */
export function withOwnKey(auth: AuthSpec, name: string | undefined): AuthSpec {
  if (name === undefined) return auth;
  return auth.type === 'bearer' || auth.type === 'apikey' ? { ...auth, credential: name } : auth;
}
