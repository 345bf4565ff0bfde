import type { AccessServices } from './access-services.ts';
import type { AppServices } from './app-services.ts';
import type { ApprovalServices } from './approval-services.ts';
import type { AuditServices, ExportServices } from './audit-services.ts';
import type { BackendServices } from './backend-services.ts';
import type { ClientServices } from './client-services.ts';
import type { CredentialServices } from './credential-services.ts';
import type { LoginServices } from './login-services.ts';
import type { QuarantineServices } from './quarantine-services.ts';
import type { SavingsServices } from './savings-services.ts';
import type { SettingsServices } from './settings-services.ts';
import type { TokenServices } from './token-services.ts';
import type { ToolServices } from './tool-services.ts';

/** Made of the parts of the gateway itself. */
export type OwnServices = ToolServices &
  AccessServices &
  BackendServices &
  ExportServices &
  CredentialServices &
  SavingsServices &
  SettingsServices;

/** Everything the window and the tray ask of a running gateway. */
export type WindowServices = OwnServices &
  AppServices &
  AuditServices &
  ApprovalServices &
  ClientServices &
  LoginServices &
  QuarantineServices &
  TokenServices;
