import { quote } from './findings.ts';
import { parsePath, type JsonPath } from './json-path.ts';
import type { AuthSpec, KeyPlace, OAuth2Spec, SessionSpec } from './model.ts';
import { readDuration } from './parse-response.ts';
import { isMap, type MapReader } from './read-value.ts';

const types = ['bearer', 'basic', 'apikey', 'api_key', 'oauth2', 'session'] as const;
const flows = ['client_credentials', 'refresh_token', 'jwt_bearer', 'authorization_code'] as const;

export interface AuthContext {
  /** The spec version the file declares, as its minor number. */
  readonly minor: number;
  /** Whether a rotated token can be kept. */
  readonly canStore: boolean;
}

export function parseAuth(reader: MapReader, context: AuthContext): AuthSpec {
  const type = reader.oneOf('type', types);
  switch (type) {
    case undefined:
      if (!reader.has('type')) reader.error('type', `is missing; it is one of ${types.join(', ')}`);
      return { type: 'none' };
    case 'bearer':
      return {
        type: 'bearer',
        credential: required(reader, 'credential'),
        place: parsePlace(reader, 'Authorization', 'Bearer '),
      };
    case 'apikey':
    case 'api_key':
      return {
        type: 'apikey',
        credential: required(reader, 'credential'),
        place: parsePlace(reader, 'X-API-Key', ''),
      };
    case 'basic':
      return {
        type: 'basic',
        username: required(reader, 'username_credential'),
        password: reader.text('password_credential'),
      };
    case 'oauth2':
      return parseOAuth2(reader, context);
    case 'session':
      return parseSession(reader);
  }
}

function required(reader: MapReader, key: string): string {
  const text = reader.text(key);
  if (text === undefined) reader.error(key, 'is missing; it names a credential');
  return text ?? '';
}

function parsePlace(reader: MapReader, header: string, prefix: string): KeyPlace {
  const into = reader.oneOf('inject_into', ['header', 'query']) ?? 'header';
  if (into === 'query') {
    const query = reader.text('query_param');
    if (query !== undefined) return { query };
    reader.warn('query_param', 'is missing, so the key is not sent at all');
    return 'nowhere';
  }
  // An explicit empty prefix is meant: some services want the bare key.
  return { header: reader.text('header_name') ?? header, prefix: reader.text('prefix') ?? prefix };
}

function parseOAuth2(reader: MapReader, { minor, canStore }: AuthContext): OAuth2Spec {
  const flow = reader.oneOf('flow', flows) ?? 'client_credentials';
  if (flow !== 'client_credentials' && minor < 2)
    reader.error('flow', `"${flow}" needs dadl-spec-v0.2; the file declares v0.${minor}`);
  const needs = (key: string): void => {
    if (!reader.has(key)) reader.error(key, `is missing; the flow ${flow} needs it`);
  };
  const usesRefreshToken = flow === 'refresh_token' || flow === 'authorization_code';
  if (flow !== 'jwt_bearer') {
    needs('token_url');
    needs('client_id_credential');
  } else needs('service_account_credential');
  if (flow === 'client_credentials') needs('client_secret_credential');
  if (usesRefreshToken) needs('refresh_token_credential');
  const rotates = reader.boolean('rotates_refresh_token') ?? false;
  if (rotates && !canStore)
    reader.error('rotates_refresh_token', 'needs a keychain that new tokens can be written to');
  return {
    type: 'oauth2',
    flow,
    tokenUrl: reader.text('token_url'),
    clientId: reader.text('client_id_credential'),
    clientSecret: reader.text('client_secret_credential'),
    refreshToken: reader.text('refresh_token_credential'),
    rotates: rotates && usesRefreshToken,
    serviceAccount: reader.text('service_account_credential'),
    subject: reader.text('subject'),
    scopes: reader.texts('scopes') ?? [],
    clientAuth: reader.oneOf('token_auth', ['post', 'basic']) ?? 'post',
    cacheKey: reader.text('token_cache_key'),
    renewBeforeMs: readDuration(reader, 'refresh_before_expiry') ?? 30_000,
  };
}

function parseSession(reader: MapReader): SessionSpec {
  const login = reader.mapping('login');
  if (login === undefined) {
    if (!reader.has('login')) reader.error('login', 'is missing');
    return {
      type: 'session',
      method: 'POST',
      path: '',
      body: undefined,
      extract: {},
      inject: [],
      isRenewedOn401: false,
    };
  }
  if (!login.has('path')) login.error('path', 'is missing');
  const refresh = reader.mapping('refresh');
  // The only trigger there is; another value is an error.
  refresh?.oneOf('trigger', ['status_code_401']);
  const action = refresh?.oneOf('action', ['re_login']);
  return {
    type: 'session',
    method: (login.text('method') ?? 'POST').toUpperCase(),
    path: login.text('path') ?? '',
    body: login.raw('body'),
    extract: parseExtract(login),
    inject: parseInject(reader),
    isRenewedOn401: action === 're_login',
  };
}

function parseExtract(login: MapReader): Readonly<Record<string, JsonPath>> {
  const extract = login.mapping('extract');
  const paths: Record<string, JsonPath> = {};
  for (const name of Object.keys(extract?.map ?? {})) {
    try {
      paths[name] = parsePath(extract?.text(name) ?? '');
    } catch (error) {
      extract?.error(name, (error as Error).message);
    }
  }
  return paths;
}

function parseInject(reader: MapReader): SessionSpec['inject'] {
  return (reader.list('inject') ?? []).flatMap((entry) => {
    const header = isMap(entry) ? entry['header'] : undefined;
    const value = isMap(entry) ? entry['value'] : undefined;
    if (typeof header === 'string' && typeof value === 'string') return [{ header, value }];
    reader.error('inject', `expected { header, value }, got ${quote(entry)}`);
    return [];
  });
}
