import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../../main/sandbox/sandbox.ts';
import { openUnit, type OpenUnit } from '../../fakes/run-glue.ts';
import {
  netdataFixtures,
  startReplay,
  type Replay,
  type ReplayOptions,
} from '../../fakes/replay-netdata.mjs';
import { openSandbox } from '../../main/sandbox/open-sandbox.ts';

interface Netdata extends OpenUnit {
  readonly agent: Replay;
}

interface NetdataOptions extends Omit<ReplayOptions, 'folders'> {
  /** Folder of fixtures over the usual ones: `offline`, `single`, `upgraded`, `small`. */
  readonly agent?: string;
  /** Key the unit sends. */
  readonly send?: string;
}

export interface NetdataTests {
  /** The unit over a recorded agent; both end with the test. */
  readonly openNetdata: (options?: NetdataOptions) => Promise<Netdata>;
  readonly sandbox: Sandbox;
}

export function fixtureFolders(agent?: string): readonly string[] {
  const folders = [netdataFixtures, path.join(netdataFixtures, 'derived')];
  return agent === undefined ? folders : [...folders, path.join(netdataFixtures, agent)];
}

/** Once for a test file: the real sandbox, shared by its tests. */
export function useNetdata(): NetdataTests {
  const sandbox = openSandbox();
  return {
    sandbox,
    openNetdata: async ({ agent, send, ...options } = {}) => {
      const replay = await startReplay({ ...options, folders: fixtureFolders(agent) });
      onTestFinished(() => replay.close());
      const unit = await openUnit({
        unit: 'netdata',
        urls: { nd: replay.url },
        key: send,
        sandbox,
      });
      onTestFinished(() => unit.close());
      return { ...unit, agent: replay };
    },
  };
}
