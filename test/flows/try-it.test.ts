// What a person tries in the window is answered as a client would be.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TryResultView } from '../../main/contract/tool-views.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { runningGateway, type TestGateway } from '../builders/running-gateway.ts';

const glue = `
f.state('empty');
f.action('add').transition('filled').handle(() => 'added');
f.action('pay').states('filled').transition('paid').handle(() => 'paid');
`;

let home: OwnHome;
let gateway: TestGateway;

beforeAll(async () => {
  home = ownHome();
  home.write('units/cart/unit.yaml', 'unit: cart\nimplementation: ./glue.js\n');
  home.write('units/cart/glue.js', glue);
  home.write('caller-classes.yaml', 'classes: { trusted: [toolmesh-window] }\n');
  gateway = await runningGateway(home);
  await gateway.firstAttempts();
});

afterAll(async () => {
  await gateway.close();
  home.remove();
});

function run(tool: string): Promise<TryResultView> {
  return gateway.services.tryTool({ run: tool, unit: 'cart', tool, args: {} });
}

const gateOfPay = () => gateway.services.toolDetail('cart', 'pay').gate;

test('a closed tool is refused until what leads there has run', async () => {
  expect(gateOfPay()).toEqual({
    state: 'empty',
    isOpen: false,
    opensIn: ['filled'],
    openedBy: ['add'],
    isAtStart: true,
  });
  expect(await run('pay')).toMatchObject({
    outcome: 'failed',
    text: expect.stringContaining('"cart_pay" cannot run in state "empty"') as string,
  });
  expect(await run('add')).toMatchObject({ outcome: 'answered' });
  expect(gateOfPay()).toMatchObject({ state: 'filled', isOpen: true, isAtStart: false });
  expect(await run('pay')).toMatchObject({ outcome: 'answered', text: 'paid' });
  expect(await run('pay')).toMatchObject({ outcome: 'failed' });
});

test('starting over closes what was opened', async () => {
  await run('add');
  gateway.services.startOver('cart');
  expect(gateOfPay()).toMatchObject({ state: 'empty', isOpen: false, isAtStart: true });
  expect(await run('pay')).toMatchObject({ outcome: 'failed' });
});
