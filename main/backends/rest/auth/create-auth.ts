import type { AuthSpec } from '../dadl/model.ts';
import type { Auth } from './auth.ts';
import { createOAuth2Auth, type OAuth2Options } from './oauth2-auth.ts';
import { createSessionAuth, type SessionOptions } from './session-auth.ts';
import { createBasicAuth, createKeyAuth, noAuth } from './static-auth.ts';

export type AuthWorld = Omit<OAuth2Options, 'spec'> & Omit<SessionOptions, 'spec'>;

export function createAuth(spec: AuthSpec, world: AuthWorld): Auth {
  switch (spec.type) {
    case 'none':
      return noAuth;
    case 'bearer':
    case 'apikey':
      return createKeyAuth(spec, world.read);
    case 'basic':
      return createBasicAuth(spec, world.read);
    case 'oauth2':
      return createOAuth2Auth({ ...world, spec });
    case 'session':
      return createSessionAuth({ ...world, spec });
  }
}
