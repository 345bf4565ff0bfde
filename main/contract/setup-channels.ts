// Channels of the pages that change the configuration, spread into `requests` and `events`.
import { z } from 'zod';
import {
  accessView,
  callerClassName,
  decisionName,
  overrideRule,
  writtenRule,
} from './access-services.ts';
import { approvalDecision, approvalView } from './approval-services.ts';
import {
  backendDraft,
  backendName,
  backendRowView,
  backendTestView,
  netdataDraft,
} from './backend-services.ts';
import { credentialName, credentialsView } from './credential-services.ts';
import { toolChangeView, toolSelection } from './quarantine-services.ts';
import { settingChange, settingsView } from './settings-services.ts';
import { tokenView } from './token-services.ts';

const backendsView = z.strictObject({
  rows: z.array(backendRowView).readonly(),
  changes: z.array(toolChangeView).readonly(),
});
export type BackendsView = z.infer<typeof backendsView>;

/** A backend of backends.yaml, or a private one of a unit. */
const backendPlace = z.strictObject({
  name: backendName,
  unit: z.string().min(1).max(200).nullable(),
});
export type BackendPlace = z.infer<typeof backendPlace>;

const desktopSettingsView = z.strictObject({
  settings: settingsView,
  startsAtLogin: z.boolean(),
  version: z.string(),
});
export type DesktopSettingsView = z.infer<typeof desktopSettingsView>;

const label = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'expected letters, digits, ., _ and -');
const tokens = z.array(tokenView);

export const setupRequests = {
  'backends:list': { input: z.undefined(), output: backendsView },
  'backends:test': { input: backendDraft, output: backendTestView },
  'backends:add': { input: backendDraft, output: backendsView },
  'backends:remove': { input: z.strictObject({ name: backendName }), output: backendsView },
  /** Answered when the login is over, which may be minutes later. */
  'backends:login': { input: backendPlace, output: backendsView },
  'backends:cancelLogin': { input: backendPlace, output: z.null() },
  'backends:approve': { input: toolSelection, output: backendsView },
  'backends:hold': { input: toolSelection, output: backendsView },
  'backends:testNetdata': { input: netdataDraft, output: backendTestView },
  'backends:addNetdata': { input: netdataDraft, output: backendsView },
  'credentials:list': { input: z.undefined(), output: credentialsView },
  /** The only channel a key crosses, and only this way. */
  'credentials:set': {
    input: z.strictObject({ name: credentialName, secret: z.string().min(1).max(10_000) }),
    output: credentialsView,
  },
  'credentials:rename': {
    input: z.strictObject({ from: credentialName, to: credentialName }),
    output: credentialsView,
  },
  'credentials:remove': {
    input: z.strictObject({ name: credentialName }),
    output: credentialsView,
  },
  'access:get': { input: z.undefined(), output: accessView },
  'access:decide': {
    input: z.strictObject({
      callerClass: callerClassName,
      access: z.string().regex(/^([A-Za-z][\w-]{0,60}|\*)$/, 'expected a class of tools, or *'),
      decision: decisionName,
    }),
    output: accessView,
  },
  'access:addOverride': { input: overrideRule, output: accessView },
  'access:removeOverride': {
    input: z.strictObject({
      index: z.int().min(0).max(10_000),
      rule: writtenRule,
    }),
    output: accessView,
  },
  'access:policy': {
    input: z.strictObject({
      name: z.string().regex(/^[\w.-]{1,100}\.js$/, 'expected the name of a policy'),
      isOn: z.boolean(),
    }),
    output: accessView,
  },
  'approvals:list': { input: z.undefined(), output: z.array(approvalView) },
  /** False when it was decided elsewhere, or timed out. */
  'approvals:decide': {
    input: z.strictObject({ id: z.string().min(1).max(100), decision: approvalDecision }),
    output: z.boolean(),
  },
  /** In the small window of their own. */
  'approvals:show': { input: z.undefined(), output: z.null() },
  'settings:get': { input: z.undefined(), output: desktopSettingsView },
  'settings:change': { input: settingChange, output: desktopSettingsView },
  'settings:login': {
    input: z.strictObject({ enabled: z.boolean() }),
    output: desktopSettingsView,
  },
  'settings:openFolder': {
    input: z.strictObject({ folder: z.enum(['config', 'data']) }),
    output: z.null(),
  },
  'tokens:list': { input: z.undefined(), output: tokens },
  /** The token goes to the clipboard, not to the window. */
  'tokens:create': {
    input: z.strictObject({ name: label, client: label.optional() }),
    output: tokens,
  },
  'tokens:revoke': { input: z.strictObject({ name: label }), output: tokens },
} as const;

export const setupEvents = {
  'backends:changed': backendsView,
  'approvals:changed': z.array(approvalView),
  'settings:changed': desktopSettingsView,
} as const;
