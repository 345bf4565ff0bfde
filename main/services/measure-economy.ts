import type { Backend } from '../backends/backend.ts';
import type { TokenEconomyView } from '../contract/token-economy.ts';
import { isWorthGrouping } from '../gateway/exposition/surface-cost.ts';
import type { ExpositionChoice } from '../gateway/exposition/client-exposition.ts';
import type { GatewayParts } from './run-gateway.ts';

type CountTokens = (text: string) => number | Promise<number>;

const forms: readonly (ExpositionChoice & { readonly form: string })[] = [
  { form: 'code', strategy: 'code' },
  { form: 'flat', strategy: 'flat' },
  { form: 'grouped', strategy: 'grouped' },
  { form: 'grouped, compact', strategy: 'grouped', description: 'compact' },
];

/** What the tools cost this client in every form, measured on the very lists it would get. */
export async function measureEconomy(
  { gateway, registry }: Pick<GatewayParts, 'gateway' | 'registry'>,
  client: string,
  countTokens: CountTokens,
): Promise<TokenEconomyView> {
  const now = gateway.surfaceFor(client);
  const measured: TokenEconomyView['forms'] = [];
  let current: string = now.strategy;
  for (const { form, ...choice } of forms) {
    const surface = gateway.surfaceFor(client, choice);
    if (surface.key === now.key) current = form;
    const servedAs = surface.strategy === choice.strategy ? null : surface.strategy;
    const cost = await costOf(surface.tools.length, surface.json(), countTokens);
    measured.push({ form, servedAs, ...cost });
  }
  const privates = registry.slots().flatMap((slot) => slot.unit.subBackends);
  const manifests = privates.flatMap(manifestOf);
  const hidden = await costOf(manifests.length, JSON.stringify(manifests), countTokens);
  return { client, current, forms: measured, hidden, ...recommend(measured) };
}

async function costOf(
  tools: number,
  json: string,
  countTokens: CountTokens,
): Promise<TokenEconomyView['hidden']> {
  return { tools, bytes: Buffer.byteLength(json), tokens: await countTokens(json) };
}

/** A backend's tools as a client without units would be sent them. */
function manifestOf(backend: Backend): readonly unknown[] {
  return backend
    .tools()
    .map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    }));
}

type Advice = Pick<TokenEconomyView, 'recommended' | 'comparedWith' | 'savedPercent'>;

/** Fewer tokens win, but a form that asks more care of a model has to save a tenth. */
function recommend([code, flat, ...groups]: TokenEconomyView['forms']): Advice {
  if (code === undefined || flat === undefined) throw new Error('There are at least two forms');
  const grouped = groups.reduce((best, each) => (each.tokens < best.tokens ? each : best), flat);
  const direct = isWorthGrouping(flat, grouped) ? grouped : flat;
  const [best, other] = isWorthGrouping(direct, code) ? [code, direct] : [direct, code];
  const share = other.tokens === 0 ? 0 : 1 - best.tokens / other.tokens;
  return {
    recommended: best.form,
    comparedWith: other.form,
    savedPercent: Math.max(0, Math.round(share * 100)),
  };
}
