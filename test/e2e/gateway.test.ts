import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedPort } from '../builders/closed-port.ts';
import { ownHome, type OwnHome } from '../builders/own-home.ts';
import { stdioClient, type StdioClient } from '../builders/stdio-client.ts';
import { startReplay, type Replay } from '../fakes/replay-netdata.mjs';
import { desktopMissing } from './desktop.ts';
import { startApp } from './start-app.ts';
import { screenshots } from './start-fake-app.ts';

describe.skipIf(desktopMissing)('the app with its gateway', () => {
  let home: OwnHome;
  let agent: Replay;
  let app: ElectronApplication;
  let page: Page;
  let client: StdioClient;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    home = ownHome();
    agent = await startReplay();
    home.addNetdata(agent.url);
    ({ app, page } = await startApp(home));
    client = await stdioClient(home, 'claude-desktop');
  });

  afterAll(async () => {
    await client.client.close();
    await app.close();
    await agent.close();
    home.remove();
  });

  const goTo = async (name: string) => {
    await page.click(`.side a[href="#/${name}"]`);
    await page.waitForSelector(`.side a[href="#/${name}"][aria-current]`);
  };
  const shoot = (name: string) =>
    page.screenshot({ path: path.join(screenshots, `gateway-${name}.png`) });

  test('shows the unit, its tools and its healthy backend', async () => {
    await goTo('units');
    await page.waitForSelector('.u-h h2 >> text=netdata');
    await page.waitForSelector('.subs .st-ok >> text=Healthy');
    await page.waitForSelector('.tbl tbody tr >> nth=4');
    expect(await page.locator('.tbl tbody .tool').allTextContents()).toEqual(
      expect.arrayContaining([
        'metric',
        'compare_nodes',
        'health_summary',
        'anomalies_now',
        'what_changed',
      ]),
    );
    await page.waitForSelector('[aria-label="Promote health_summary"]:checked');
    await shoot('units');
  });

  test('has two of the first three steps behind it', async () => {
    await goTo('overview');
    await page.waitForSelector('.steps .done >> text=claude-desktop is connected.');
    await page.waitForSelector('.steps .now >> text=Ask a question');
    await shoot('first-run');
  });

  test('tells a connected client about a promotion', async () => {
    const changed = new Promise<void>((resolve) => {
      client.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
        resolve();
      });
    });
    const before = home.read('units/netdata/unit.yaml');
    await goTo('units');
    await page.click('[aria-label="Promote metric"]');
    await page.waitForSelector('[aria-label="Promote metric"]:checked');
    await changed;
    expect(await client.toolNames()).toContain('netdata_metric');
    const commentsOf = (text: string) => text.split('\n').filter((line) => line.includes('#'));
    expect(commentsOf(home.read('units/netdata/unit.yaml'))).toEqual(commentsOf(before));
  });

  test('shows a call with its sub-calls and what it saved', async () => {
    await goTo('activity');
    await client.call('netdata_metric', { context: 'system.cpu' });
    await page.waitForSelector('.log .r:not(.hd) .tool >> text=netdata_metric');
    await page.click('.log .ex');
    await page.waitForSelector('.log .r.sub >> text=nd.query_metrics');
    await shoot('activity');
    await goTo('savings');
    await page.waitForSelector('.big >> text=KB saved');
    await shoot('savings');
    await goTo('overview');
    await page.waitForSelector('.feed .tool >> text=netdata_metric');
    await page.waitForSelector('.side-list b >> text=claude-desktop');
    await shoot('overview');
  });

  test('runs a tool through the loaded unit and shows what it folded', async () => {
    await goTo('units');
    await page.selectOption('.tool-pick', 'metric');
    await page.fill('#try-context', 'system.cpu');
    await page.click('.try-f .btn.pri');
    await page.waitForSelector('.calls .tool >> text=nd.query_metrics');
    await page.waitForSelector('.cmp .cap >> text=smaller');
    await shoot('try-it');
    await goTo('activity');
    await page.waitForSelector('.log .cl >> text=toolmesh-window');
  });

  test('edits the settings without touching the rest', async () => {
    home.write('settings.yaml', '# mine\naudit:\n  retention_days: 90 # a quarter\n');
    await goTo('settings');
    await page.fill('[aria-label="days"]', '30');
    await page.press('[aria-label="days"]', 'Enter');
    await page.click('.seg >> text=Dark');
    await page.waitForSelector('html[data-theme="dark"]');
    expect(home.read('settings.yaml')).toBe(
      '# mine\naudit:\n  retention_days: 30 # a quarter\nwindow:\n  theme: dark\n',
    );
    await shoot('settings');
    await page.click('.seg >> text=System');
  });

  test('asks in a window of its own and remembers the answer', async () => {
    await goTo('access');
    await page.selectOption('[aria-label="standard, read"]', 'ask');
    await page.waitForSelector('.dec-ask [aria-label="standard, read"]');
    const opened = app.waitForEvent('window');
    const answer = client.callText('netdata_metric', { context: 'system.cpu' });
    const asking = await opened;
    await asking.waitForSelector('.ap .tool >> text=netdata_metric');
    await asking.screenshot({ path: path.join(screenshots, 'gateway-approval.png') });
    await asking.click('.ap-f .btn:not([disabled]) >> text=Allow once');
    expect(await answer).toContain('system.cpu');
    await page.selectOption('[aria-label="standard, read"]', 'allow');
    await page.waitForSelector('.dec-allow [aria-label="standard, read"]');
  });

  test('answers every call with paused while it is paused', async () => {
    await goTo('overview');
    await page.click('[aria-label="Pause gateway"]');
    await page.waitForSelector('.banner');
    expect(await client.callText('netdata_health_summary')).toMatch(/paused/i);
    await page.click('.banner button');
    await page.waitForSelector('.banner', { state: 'detached' });
  });

  test('shows where a file that was broken by hand is wrong', async () => {
    home.write('units/other/unit.yaml', 'unit: other\nimplementation: ./gone.js\n');
    await page.waitForSelector('.att b >> text=other has an error in unit.yaml, line 2');
    await page.click('.att a');
    await page.waitForSelector('.note.err >> text="./gone.js" does not exist');
    await shoot('unit-error');
  });

  test('shows a backend that does not answer', async () => {
    const [server, port] = ['127.0.0.1', await closedPort()];
    home.write(
      'backends.yaml',
      `backends:\n  - name: away\n    transport: http\n    url: http://${server}:${port}/mcp\n`,
    );
    await goTo('overview');
    await page.waitForSelector('.att b >> text=away does not answer');
  });

  test('switches a unit off and its tools away', async () => {
    await goTo('units');
    await page.click('.md-l a[href="#/units/netdata"]');
    await page.click('[aria-label="Unit netdata on"]');
    await page.waitForSelector('.md-l .it >> text=Off');
    expect(await client.toolNames()).toEqual(['discover_tools', 'execute_code']);
  });
});
