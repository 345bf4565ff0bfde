// Which keys a DADL file may have where. What is not here is said once per key and place, with its count.
import type { Findings, KeyPath } from './findings.ts';
import { isMap } from './read-value.ts';

/** A place: its own keys, the shape below some of them, or one shape for every key. */
interface Shape {
  readonly keys?: string;
  readonly below?: Readonly<Record<string, Shape>>;
  /** Keys are names of the author's choice. */
  readonly each?: Shape;
}

const anything: Shape = {};
const response: Shape = {
  keys: 'result_path metadata_path transform max_items allow_jq_override redact type ttl binary content_type streaming stream_handling max_duration',
};
const pagination: Shape = {
  keys: 'strategy request response behavior max_pages',
  below: {
    request: { keys: 'cursor_param page_param offset_param limit_param limit_default' },
    response: { keys: 'next_cursor has_more total_pages_header total_count_header' },
  },
};
const errors: Shape = {
  keys: 'format message_path code_path retry_on terminal retry_strategy rate_limit map',
  below: {
    retry_strategy: { keys: 'max_retries backoff initial_delay' },
    rate_limit: { keys: 'header retry_after_header' },
  },
};
const shared = { response, pagination, errors };
const tool: Shape = {
  keys: 'method path access description params content_type nest_body_keys max_body_size depends_on response pagination errors returns idempotency deprecated retry_unsafe replaced_by',
  below: {
    ...shared,
    params: { each: { keys: 'type in required default description' } },
    idempotency: { keys: 'header generate' },
  },
};
const auth: Shape = {
  keys: 'type credential inject_into header_name prefix query_param username_credential password_credential flow token_url authorize_url client_id_credential client_secret_credential refresh_token_credential rotates_refresh_token authorization_params redirect_uri token_auth service_account_credential subject scopes token_cache_key refresh_before_expiry login inject refresh',
  below: {
    login: { keys: 'method path body extract' },
    inject: { each: { keys: 'header value' } },
    refresh: { keys: 'trigger action' },
  },
};
const backend: Shape = {
  keys: 'name type version base_url description openapi_source arazzo_source auth health defaults types tools composites examples coverage hints setup',
  below: {
    auth,
    health: {
      keys: 'tool method path expect_status expect_path auth_expires_path timeout expose',
    },
    defaults: {
      keys: 'headers content_type nest_body_keys pagination errors response',
      below: shared,
    },
    tools: { each: tool },
    composites: {
      each: {
        keys: 'description access delegates params code timeout depends_on',
        below: { params: { each: { keys: 'type required default description' } } },
      },
    },
    examples: { each: { keys: 'name description code' } },
    coverage: { keys: 'endpoints total_endpoints percentage focus missing last_reviewed' },
    setup: {
      keys: 'credential_steps env_var backends_yaml required_scopes optional_scopes docs_url notes',
    },
  },
};
const root: Shape = {
  keys: 'spec requires credits source_name source_url date backend includes',
  below: {
    requires: { keys: 'toolmesh features' },
    includes: { each: { keys: 'path merge_into overrides' } },
    backend,
  },
};

interface Unknown {
  readonly path: KeyPath;
  count: number;
}

/** Warns of every key that nothing reads; `_name` at the top level is the author's own workspace. */
export function warnUnknownKeys(document: unknown, findings: Findings): void {
  const found = new Map<string, Unknown>();
  // An anchored mapping is walked once per place it is used in: the count is of places.
  walk(document, root, [], 'the top level', (key, path, place) => {
    if (path.length === 1 && key.startsWith('_')) return;
    const id = `${place}\n${key}`;
    const known = found.get(id);
    if (known === undefined) found.set(id, { path, count: 1 });
    else known.count += 1;
  });
  for (const [id, { path, count }] of found) {
    const [place = '', key = ''] = id.split('\n');
    const times = count === 1 ? 'it is ignored' : `all ${count} of them are ignored`;
    findings.slip(path, `the key "${key}" means nothing in ${place}; ${times}`);
  }
}

type OnUnknown = (key: string, path: KeyPath, place: string) => void;

function walk(value: unknown, shape: Shape, path: KeyPath, place: string, say: OnUnknown): void {
  const { each } = shape;
  if (each !== undefined) {
    const entries = Array.isArray(value)
      ? value.map((item, index) => [index, item as unknown] as const)
      : Object.entries(isMap(value) ? value : {});
    for (const [key, item] of entries) walk(item, each, [...path, key], `${place}.*`, say);
    return;
  }
  if (!isMap(value) || shape.keys === undefined) return;
  const known = shape.keys.split(' ');
  for (const [key, item] of Object.entries(value)) {
    if (!known.includes(key)) say(key, [...path, key], place);
    const inner = shape.below?.[key] ?? anything;
    walk(item, inner, [...path, key], path.length === 0 ? key : `${place}.${key}`, say);
  }
}
