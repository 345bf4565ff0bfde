import type { Environment } from './paths.ts';

/** Where grants come from. `reason` says why a restricted gateway cannot know any: it denies everything. */
export type OpenFgaSettings =
  | { readonly mode: 'bypass' }
  | {
      readonly mode: 'restrict';
      readonly apiUrl: string;
      readonly storeId: string;
      /** How long a decision is used again. */
      readonly cacheMs: number;
    }
  | { readonly mode: 'restrict'; readonly reason: string };

const defaultCacheSeconds = 5;

/** Reads `OPENFGA_*`. What is not understood restricts: somebody wanted something to be checked. */
export function openFgaSettings(env: Environment): OpenFgaSettings {
  const mode = (env['OPENFGA_MODE'] ?? '').trim().toLowerCase() || 'bypass';
  if (mode === 'bypass') return { mode };
  if (mode !== 'restrict') {
    return broken(`OPENFGA_MODE is bypass or restrict, got "${env['OPENFGA_MODE'] ?? ''}"`);
  }
  const apiUrl = env['OPENFGA_API_URL'] ?? '';
  const storeId = env['OPENFGA_STORE_ID'] ?? '';
  if (!/^https?:\/\//.test(apiUrl) || !URL.canParse(apiUrl)) {
    return broken(`OPENFGA_API_URL must be an http or https URL, got "${apiUrl}"`);
  }
  if (storeId === '') {
    return broken('OPENFGA_STORE_ID is not set; "toolmesh authz init" makes a store and names it');
  }
  const seconds = Number(env['OPENFGA_CACHE_SECONDS'] ?? defaultCacheSeconds);
  if (!(seconds >= 0 && seconds <= 3600)) {
    const value = env['OPENFGA_CACHE_SECONDS'] ?? '';
    return broken(`OPENFGA_CACHE_SECONDS is a number from 0 to 3600, got "${value}"`);
  }
  return { mode: 'restrict', apiUrl, storeId, cacheMs: seconds * 1000 };
}

function broken(reason: string): OpenFgaSettings {
  return { mode: 'restrict', reason };
}
