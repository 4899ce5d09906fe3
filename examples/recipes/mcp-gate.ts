import { gateSchema, GateRejectedError, isGated } from '@kanmon/core/gate';
import { gatedTool, readToolResult } from '@kanmon/llm-adapters/mcp';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { context, gate } from './task-gate.ts';

// The server sends nothing that the gate refuses, and lists the schema of the gate.
const server = new McpServer({ name: 'tasks', version: '1.0.0' });
const outputSchema = gateSchema(gate, { context });
server.registerTool(
  'task',
  { inputSchema: z.object({ owner: z.string() }), outputSchema },
  gatedTool(gate, { context }, ({ owner }) => ({ title: 'Write the FAQ', owner })),
);

const client = new Client({ name: 'reader', version: '1.0.0' });
const [there, here] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(there), client.connect(here)]);

// The client judges what a server sends: a value is gated on the side that uses it.
for (const owner of ['kim', 'mallory']) {
  const result = await client.callTool({ name: 'task', arguments: { owner } });
  try {
    const task = readToolResult(gate, result, { context });
    console.log(task.owner, isGated(task, gate));
  } catch (error) {
    if (!GateRejectedError.isInstance(error)) throw error;
    console.log(String(error.cause));
  }
}
await client.close();
