// Writes audit records as fast as it can and says each one's id once it may be answered. Run by the
// sandbox host's Node, which reads TypeScript; `out/` holds the worker.
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openAudit } from '../../main/gateway/audit/open-audit.ts';
import { auditRecord } from '../builders/audit-record.ts';

const [folder = '', worker = ''] = process.argv.slice(2);
const audit = openAudit(folder, worker, {
  log: (level, message) => {
    process.stderr.write(`${level}: ${message}\n`);
  },
});

function writeSome(): void {
  for (let index = 0; index < 20; index += 1) {
    const id = randomUUID();
    audit.write(auditRecord({ id, params: `{"fill":"${'x'.repeat(index * 40)}"}` }));
    answer(`${id}\n`);
  }
  setTimeout(writeSome, 2);
}

/** Out before the next record; a pipe whose reader is slow takes it a little later. */
function answer(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
writeSome();
