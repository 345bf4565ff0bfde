// What clients are known to take, by the id of their installed entry. Limits of names are of our part:
// the client's own prefix, for an entry called "toolmesh", is taken off.

import { clientId } from '../../platform/client-id.ts';

export interface ClientPreset {
  /** Longest name of a tool. */
  readonly nameLimit: number;
  /** More tools are cut off or refused by the client. */
  readonly maxTools?: number;
  /** False: what is behind `#/$defs` is lost to the client. */
  readonly keepsRefs?: boolean;
  /** False: one name with a dot costs the client the tool or the whole list. */
  readonly takesDots?: boolean;
  /** Names the client keeps for its own tools. */
  readonly reserved?: readonly string[];
}

const entryName = 'toolmesh';
/** What is left of a limit below the prefix a client puts before names. */
const below = (limit: number, prefix: string): number => limit - prefix.length;

const doubleUnderscore = `mcp__${entryName}__`;
const singleUnderscore = `mcp_${entryName}_`;

// OpenAI's own tools; a function of that name makes the request fail.
const openAiTools = ['web_search', 'code_interpreter', 'file_search', 'computer_use'];

/** No client takes less than this from a server that follows the usual pattern. */
export const anyClient: ClientPreset = { nameLimit: 64, reserved: openAiTools };

export const clientPresets: Readonly<Record<string, ClientPreset>> = {
  // Names of 64 letters, digits, _ and -; one bad name refuses the whole chat (modelcontextprotocol/mcpb).
  'claude-desktop': { nameLimit: 64 },
  // Tools appear as mcp__server__tool; above 64 the provider answers 400 (metatool-ai/metamcp#249).
  'claude-code': { nameLimit: below(64, doubleUnderscore) },
  // Server and tool together 60, longer tools vanish (idosal/git-mcp#163); 40 tools in builds that are
  // still in use, 80 later (Snowflake-Labs/mcp#77).
  cursor: { nameLimit: below(60, entryName), maxTools: 40 },
  // 64 with the prefix (microsoft/vscode#243602), 128 tools in a request (code.visualstudio.com docs).
  vscode: { nameLimit: below(64, singleUnderscore), maxTools: 128 },
  'vscode-insiders': { nameLimit: below(64, singleUnderscore), maxTools: 128 },
  vscodium: { nameLimit: below(64, singleUnderscore), maxTools: 128 },
  // The same agent and limits as in VS Code (microsoft/vscode-copilot-release#11653).
  'copilot-jetbrains': { nameLimit: below(64, singleUnderscore), maxTools: 128 },
  'visual-studio': { nameLimit: below(64, singleUnderscore), maxTools: 128 },
  // Parameters behind $defs are lost (github/copilot-cli#1876); dotted names are refused (#1879).
  'copilot-cli': {
    nameLimit: below(64, `${entryName}-`),
    maxTools: 128,
    keepsRefs: false,
    takesDots: false,
  },
  // 100 tools in total (docs.windsurf.com; DaxianLee/cocos-mcp-server#11).
  windsurf: { nameLimit: below(64, singleUnderscore), maxTools: 100 },
  // 100 tools (CoplayDev/unity-mcp#1151).
  antigravity: { nameLimit: below(63, singleUnderscore), maxTools: 100 },
  // server__tool up to 64, longer ones are hashed by the client (cline/cline 4.1.13).
  cline: { nameLimit: below(64, `${entryName}__`) },
  // mcp--server--tool cut at 64, a warning above 60 tools (RooCodeInc/Roo-Code).
  roo: { nameLimit: below(64, `mcp--${entryName}--`), maxTools: 60 },
  // Made from Roo Code up to its version 5 (Kilo-Org/kilocode#4532).
  kilo: { nameLimit: below(64, `mcp--${entryName}--`), maxTools: 60 },
  // Dots are refused (openai/codex#8174); tools of OpenAI's own keep their names. A request of OpenAI's
  // API takes 128 tools (microsoft/vscode-copilot-release#11653).
  codex: {
    nameLimit: below(64, doubleUnderscore),
    maxTools: 128,
    reserved: openAiTools,
    takesDots: false,
  },
  // The full name has at most 63 characters (google-gemini/gemini-cli#7840).
  'gemini-cli': { nameLimit: below(63, singleUnderscore) },
  // Made from Gemini CLI (QwenLM docs).
  'qwen-code': { nameLimit: below(63, singleUnderscore) },
  // mcp_server_tool (charmbracelet/crush), 64 by its providers.
  crush: { nameLimit: below(64, singleUnderscore) },
  // server_tool, 64 by its providers (anomalyco/opencode#24871), of which OpenAI takes 128 tools.
  opencode: { nameLimit: below(64, `${entryName}_`), maxTools: 128 },
};

/** The limits of a client by its id; `Claude Desktop` and `claude-desktop` are one. */
export function presetFor(client: string): ClientPreset {
  const id = clientId(client);
  const own = Object.hasOwn(clientPresets, id) ? clientPresets[id] : undefined;
  return { ...anyClient, ...own };
}
