import path from 'node:path';
import type { Backend, BackendDirectory } from '../backends/backend.ts';
import type { ConfigStore } from '../config/config-store.ts';
import type { Paths } from '../config/paths.ts';
import type { Problem } from '../config/problem.ts';
import type { SecretScrubber } from '../gateway/credentials/secret-scrubber.ts';
import { ApprovedTools } from '../gateway/quarantine/approved-tools.ts';
import { quarantinedDirectory } from '../gateway/quarantine/quarantined-directory.ts';
import { describeChange, ToolQuarantine } from '../gateway/quarantine/tool-quarantine.ts';
import type { Logger } from '../platform/logger.ts';

export interface QuarantineWorld {
  readonly config: ConfigStore;
  readonly paths: Paths;
  readonly registry: BackendDirectory;
  readonly logger: Logger;
  readonly scrubber: SecretScrubber;
}

/** The watch over passthrough backends' tools, and the directory without what it holds back. */
export async function openQuarantine({
  config,
  paths,
  registry,
  logger,
  scrubber,
}: QuarantineWorld): Promise<{
  readonly quarantine: ToolQuarantine;
  readonly directory: BackendDirectory;
}> {
  // What a REST backend's tools say is in the user's own file.
  const isWatched = ({ name, kind }: Backend): boolean =>
    kind === 'passthrough' &&
    config.current.backends.some((entry) => entry.name === name && entry.transport !== 'rest');
  const quarantine = new ToolQuarantine({
    approved: await ApprovedTools.open(path.join(paths.dataFolder, 'approved-tools.json')),
    // Settings that were never readable may have said hold.
    mode: () => config.current.settings?.quarantine ?? 'hold',
    backends: () => registry.backends().filter(isWatched),
    scrub: (text) => scrubber.value(text),
    logger,
  });
  return { quarantine, directory: quarantinedDirectory(registry, quarantine, isWatched) };
}

export function quarantineProblems(quarantine: ToolQuarantine): readonly Problem[] {
  return quarantine.toolChanges().map((change) => ({
    subject: `backend ${change.backend}`,
    message: describeChange(change),
    severity: 'warning',
  }));
}
