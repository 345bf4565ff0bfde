import { spawn, type ChildProcess } from 'node:child_process';
import { resolvePaths } from '../../main/config/paths.ts';
import { listening } from '../setup/listening.ts';
import { cliFile, type OwnHome } from './own-home.ts';

/** `toolmesh serve` as a process of its own that takes clients already. */
export async function headlessGateway(home: OwnHome): Promise<ChildProcess> {
  const gateway = spawn(process.execPath, [cliFile, 'serve'], { env: home.env, stdio: 'ignore' });
  await listening(resolvePaths(home.env).socket, gateway);
  return gateway;
}
