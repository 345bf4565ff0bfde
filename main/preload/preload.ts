// Runs in the sandboxed renderer before the page; built as one CommonJS file, which is all Electron loads there.
import { contextBridge, ipcRenderer } from 'electron';
import { bridgeKey } from '../contract/bridge.ts';
import { createBridge } from './create-bridge.ts';

contextBridge.exposeInMainWorld(bridgeKey, createBridge(ipcRenderer));
