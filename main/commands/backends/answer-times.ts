import { z } from 'zod';
import { answerTimeView, type AnswerTimeView } from '../../contract/backend-services.ts';
import { ControlConnection } from '../control-connection.ts';

/** What the running gateway has seen of its backends; empty while none runs. */
export async function answerTimes(socket: string): Promise<readonly AnswerTimeView[]> {
  const control = await ControlConnection.open(socket);
  if (control === undefined) return [];
  try {
    return await control.ask('backends.times', null, z.array(answerTimeView));
  } finally {
    await control.close();
  }
}
