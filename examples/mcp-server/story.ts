import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, callTool } from './src/client/call-tool.ts';
import { createPromises } from './src/client/promises.ts';
import { connectOverHttp, connectOverStdio, startHttpServer } from './src/client/start-server.ts';
import { executeCheckStep } from './src/tools/execute-check-step.ts';
import { checkTermPreservation } from './src/tools/check-term-preservation.ts';
import { getCheckHistory } from './src/tools/get-check-history.ts';
import { getCheckTasks } from './src/tools/get-check-tasks.ts';
import { listUnresolvedIssues } from './src/tools/list-unresolved-issues.ts';
import { planQuery } from './src/tools/plan-query.ts';
import { validateProposal } from './src/tools/validate-proposal.ts';

// A manuscript is checked over stdio, fixed and checked again; then a second client goes on over HTTP.
const promises = createPromises();
const data = mkdtempSync(join(tmpdir(), 'kanmon-mcp-story-'));

try {
  await checkOverStdio();
  await goOnOverHttp();
} finally {
  rmSync(data, { recursive: true, force: true });
}
for (const promise of promises.broken) console.log(`not as promised: ${promise}`);
console.log(`${promises.count - promises.broken.length} of ${promises.count} promises kept`);
process.exitCode = promises.broken.length === 0 ? 0 : 1;

async function checkOverStdio(): Promise<void> {
  const editor = await connectOverStdio(['--data', data, '--actor', 'hanako']);
  const { tools } = await editor.listTools();
  console.log(`stdio, MCP ${editor.getNegotiatedProtocolVersion()}: ${tools.length} tools`);
  promises.hold('nine tools, each with both schemas', tools.length === 9);

  const { session, tasks } = await ask(editor, getCheckTasks, { episode_number: 12, locale: 'en' });
  console.log(`begun: ${tasks.map(({ title }) => title).join(', ')}`);
  const check = async (text: string, applied_fixes: readonly object[] = []) =>
    await ask(editor, executeCheckStep, {
      session_id: session.session_id,
      step_id: 'mechanics',
      text,
      applied_fixes,
    });
  const first = await check('昨日、彼は手紙をを書いた。「すぐに帰る、とだけ記した。');
  for (const { category, description, text_range } of first.issues) {
    console.log(`  ${text_range?.start}-${text_range?.end} ${category}: ${description}`);
  }
  const fixes = first.issues.map(({ issue_id }) => ({ issue_id, description: 'mended by hand' }));
  const second = await check('昨日の晩、彼は手紙を書いた。「すぐに帰る、と記した。', fixes);
  console.log(`checked again: ${JSON.stringify(second.counts)}`);
  promises.hold('what was mended is resolved', second.counts['Resolved'] === 1);
  promises.hold('what was not comes back as a recurrence', second.counts['Recurrence'] === 1);

  const { fixes: traces } = await ask(editor, getCheckHistory, { session_id: session.session_id });
  for (const { applied, verified } of traces) {
    console.log(`  ${applied?.tool_used}: ${verified?.status} (${verified?.recurrence_score})`);
  }

  const rival = await connectOverStdio(['--data', data, '--actor', 'ken'], { era: 'legacy' });
  const refused = await callTool(rival, 'get_check_tasks', { episode_number: 12 });
  const { code = '', qc_code = '' } = refused.ok ? {} : refused.error;
  console.log(`a second server, the same episode: ${qc_code} ${code}`);
  promises.hold('one episode is checked by one server at a time', qc_code === 'QC-008');
  await rival.close();
  await editor.close();
}

async function goOnOverHttp(): Promise<void> {
  const server = await startHttpServer(['--data', data, '--actor', 'hanako']);
  const client = await connectOverHttp(server.url);
  const unresolved = await ask(client, listUnresolvedIssues, { episode_number: 12 });
  const places = unresolved.issues.map(({ category, state }) => `${category} (${state})`);
  console.log(`http, MCP ${client.getNegotiatedProtocolVersion()}: left is ${places.join(', ')}`);
  promises.hold('the issue is still there after a restart', places.length === 1);

  const proposal = await ask(client, validateProposal, {
    kind: 'organizer',
    text: '提案です。{"decomposition_proposals": [], "grouping_proposals": [], "relation_proposals": [{"from_node_id": "n1", "to_node_id": "n9", "relation_type": "depends_on", "reason": "順番のため",}], "summary": "まず n1 から見る案です",}',
    valid_node_ids: ['n1', 'n2'],
  });
  console.log(`validate_proposal: ${proposal.validation.errors.join(' ')}`);
  console.log(`  repairs: ${proposal.repairs.map(({ kind }) => kind).join(', ')}`);
  promises.hold('an unknown id is found', proposal.validation.findings[0]?.code === 'unknown-node');

  const terms = await ask(client, checkTermPreservation, {
    request: '注文を POST /orders で受け、一度に8件までとする。',
    tasks: [{ id: 't1', title: '注文を POST /orders で受ける' }],
  });
  console.log(`check_term_preservation: ${terms.decision}, ${terms.reasons[0] ?? ''}`);
  promises.hold('a lost number refuses the plan', terms.decision === 'reject');

  const { plan } = await ask(client, planQuery, {
    message: '北海道への送料はいくらですか。返品の方法も教えてください',
  });
  const searches = plan.steps.flatMap((step) => (step.type === 'search' ? [step.query] : []));
  console.log(`plan_query: ${searches.join(' / ')}`);
  promises.hold('two questions are two searches', searches.length === 2);

  await client.close();
  promises.hold('the server ends in order', (await server.stop()) === 0);
}
