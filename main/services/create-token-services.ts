import type { TokenServices } from '../contract/token-services.ts';
import type { TokenStore } from '../endpoint/tokens/token-store.ts';

export function createTokenServices(tokens: TokenStore): TokenServices {
  return {
    tokens: () => tokens.list(),
    createToken: (name, client) => tokens.create({ name, client }),
    revokeToken: (name) => tokens.revoke(name),
  };
}
