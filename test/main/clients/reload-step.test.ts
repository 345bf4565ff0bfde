import { expect, test } from 'vitest';
import { reloadStep } from '../../../main/clients/reload-step.ts';
import { nextInEnglish } from '../../../main/contract/client-next.ts';

test.each([
  ['quit-before-write', 'Start Zed'],
  ['command:/mcp', 'Type /mcp in Zed, or start it again'],
  ['new-session', 'Open a new session of Zed'],
  ['watched', 'Zed notices by itself; if not, restart it'],
  ['toggle', 'Switch the entry off and on in the settings of Zed, or restart it'],
  ['refresh-button', 'Press refresh in the MCP panel of Zed, or restart it'],
  ['reload-window', 'Reload the window of Zed'],
  ['restart', 'Restart Zed'],
  ['a way from later', 'Restart Zed'],
])('tells how a client that reloads by "%s" takes a change up', (reload, text) => {
  expect(nextInEnglish(reloadStep({ label: 'Zed', reload }))).toBe(text);
});
