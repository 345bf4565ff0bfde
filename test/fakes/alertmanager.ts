// Answers as Alertmanager's API v2 document says: /api/v2/status, alerts, alerts/groups, receivers, silences.
import {
  startLoopback,
  type LoopbackServer,
  type Reply,
  type SeenRequest,
} from './loopback-server.ts';

export interface FakeAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly startsAt?: string;
  readonly state?: 'active' | 'suppressed' | 'unprocessed';
  readonly silencedBy?: readonly string[];
}

export interface FakeAlertmanager extends LoopbackServer {
  /** What it knows from now on. */
  setAlerts(alerts: readonly FakeAlert[]): void;
}

const startsAt = '2026-01-10T08:00:00.000Z';

export async function startAlertmanager(
  first: readonly FakeAlert[] = [],
): Promise<FakeAlertmanager> {
  let alerts = first;
  let silences: readonly Readonly<Record<string, unknown>>[] = [];
  const server = await startLoopback((request): Reply => {
    switch (`${request.method} ${request.path}`) {
      case 'GET /api/v2/status':
        return { body: status };
      case 'GET /api/v2/alerts':
        return { body: matching(alerts, request).map(toGettable) };
      case 'GET /api/v2/receivers':
        return { body: [{ name: 'mail' }, { name: 'pager' }] };
      case 'GET /api/v2/silences':
        return { body: silences };
      case 'POST /api/v2/silences': {
        const silence = JSON.parse(request.body) as Record<string, unknown>;
        if (!Array.isArray(silence['matchers']) || silence['matchers'].length === 0)
          return { status: 400, body: 'at least one matcher required' };
        const silenceID = `00000000-0000-4000-8000-00000000000${silences.length + 1}`;
        silences = [
          ...silences,
          { ...silence, id: silenceID, status: { state: 'active' }, updatedAt: startsAt },
        ];
        return { body: { silenceID } };
      }
      default:
        if (request.method === 'DELETE' && request.path.startsWith('/api/v2/silence/')) {
          const id = request.path.slice('/api/v2/silence/'.length);
          if (!silences.some((silence) => silence['id'] === id))
            return { status: 404, body: `silence ${id} not found` };
          silences = silences.filter((silence) => silence['id'] !== id);
          return {};
        }
        return { status: 404, body: { code: 404, message: `path ${request.path} was not found` } };
    }
  });
  return {
    ...server,
    setAlerts: (next) => {
      alerts = next;
    },
  };
}

const status = {
  cluster: { name: '01J', status: 'ready', peers: [{ name: '01J', address: '192.0.2.10:9094' }] },
  config: { original: 'route:\n  receiver: mail\n' },
  uptime: startsAt,
  versionInfo: {
    branch: 'HEAD',
    buildDate: '',
    buildUser: '',
    goVersion: 'go1.23',
    revision: '',
    version: '0.28.0',
  },
};

/** `filter=name="value"`, as often as wanted; `active=false` and `silenced=false` hide those states. */
function matching(alerts: readonly FakeAlert[], { query }: SeenRequest): readonly FakeAlert[] {
  const filters = query.getAll('filter').map((text) => /^(\w+)="?([^"]*)"?$/.exec(text));
  return alerts.filter((alert) => {
    if (query.get('active') === 'false' && (alert.state ?? 'active') === 'active') return false;
    if (query.get('silenced') === 'false' && (alert.silencedBy ?? []).length > 0) return false;
    return filters.every((found) => found === null || alert.labels[found[1] ?? ''] === found[2]);
  });
}

function toGettable(alert: FakeAlert): Readonly<Record<string, unknown>> {
  return {
    labels: alert.labels,
    annotations: alert.annotations ?? {},
    startsAt: alert.startsAt ?? startsAt,
    endsAt: '2026-01-10T20:00:00.000Z',
    updatedAt: startsAt,
    fingerprint: Buffer.from(JSON.stringify(alert.labels)).toString('hex').slice(0, 16),
    generatorURL: 'http://prometheus.example/graph',
    receivers: [{ name: 'mail' }],
    status: {
      state: alert.state ?? 'active',
      silencedBy: alert.silencedBy ?? [],
      inhibitedBy: [],
      mutedBy: [],
    },
  };
}
