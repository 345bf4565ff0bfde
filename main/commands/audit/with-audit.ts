import path from 'node:path';
import { z } from 'zod';
import {
  auditPageView,
  auditSizeView,
  counterView,
  policyCountView,
} from '../../contract/audit-query.ts';
import type { AuditServices } from '../../contract/audit-services.ts';
import { whileNobodyListens } from '../../endpoint/local-socket.ts';
import { openAuditServices } from '../../services/audit-services.ts';
import type { CommandWorld } from '../command-world.ts';
import { ControlConnection } from '../control-connection.ts';

/** Through the gateway that owns the audit; with none running, from the files. */
export async function withAudit(
  { paths, logger }: CommandWorld,
  use: (audit: AuditServices) => Promise<void>,
): Promise<void> {
  const open = async (): Promise<'done'> => {
    const own = await openAuditServices(path.join(paths.dataFolder, 'audit'), logger);
    await use(own).finally(() => {
      own.close();
    });
    return 'done';
  };
  for (;;) {
    const control = await ControlConnection.open(paths.socket);
    if (control !== undefined) {
      await use(throughControl(control)).finally(() => control.close());
      return;
    }
    // A gateway may have started in between; then it is the one to ask.
    if ((await whileNobodyListens(paths.socket, open)) === 'done') return;
  }
}

function throughControl(control: ControlConnection): AuditServices {
  return {
    queryAudit: (query) => control.ask('audit.query', query, auditPageView),
    auditCounters: (query) => control.ask('audit.counters', query, z.array(counterView)),
    auditSize: () => control.ask('audit.size', null, auditSizeView),
    policyCounts: (query) => control.ask('audit.policies', query, z.array(policyCountView)),
  };
}
