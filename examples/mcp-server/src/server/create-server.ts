import { McpServer } from '@modelcontextprotocol/server';
import { checkTermPreservation } from '../tools/check-term-preservation.ts';
import { executeCheckStep } from '../tools/execute-check-step.ts';
import { extractJson } from '../tools/extract-json.ts';
import { getCheckHistory } from '../tools/get-check-history.ts';
import { getCheckStatus } from '../tools/get-check-status.ts';
import { getCheckTasks } from '../tools/get-check-tasks.ts';
import { listUnresolvedIssues } from '../tools/list-unresolved-issues.ts';
import { planQuery } from '../tools/plan-query.ts';
import { validateProposal } from '../tools/validate-proposal.ts';
import type { ServerContext } from './context.ts';
import { registerTool } from './tool.ts';

const instructions = `Gates for what a model wrote. To check a manuscript: get_check_tasks begins a session;
execute_check_step runs each step and, after you fixed the text, judges your fixes; list_unresolved_issues
says what is left. The other tools need no session. An error is a result with a code; QC codes belong to
checks.`;

/** An MCP server over a context. Both transports make theirs here, so that they offer the same tools. */
export function createServer(context: ServerContext): McpServer {
  const server = new McpServer(
    { name: 'kanmon', title: '関門 Kanmon', version: '0.1.0' },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
    },
  );
  registerTool(server, getCheckTasks, context);
  registerTool(server, executeCheckStep, context);
  registerTool(server, getCheckStatus, context);
  registerTool(server, getCheckHistory, context);
  registerTool(server, listUnresolvedIssues, context);
  registerTool(server, validateProposal, context);
  registerTool(server, checkTermPreservation, context);
  registerTool(server, extractJson, context);
  registerTool(server, planQuery, context);
  return server;
}
