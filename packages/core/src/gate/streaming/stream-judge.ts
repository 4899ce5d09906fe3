import type { Finding } from '../../vocabulary/finding.ts';
import type { CompiledGate } from '../compile-gate.ts';
import { judgeNode } from '../rules/rule-findings.ts';
import type { SelectorState } from '../rules/selector.ts';
import { wantedKeys } from '../run/extract-value.ts';
import { createIncrementalParser } from './incremental-parser.ts';

/** Judges an answer while it arrives. */
export interface StreamJudge {
  /** The first Musts, once there are any; the answer need not be read any further then. */
  feed(chunk: string): readonly Finding[] | null;
}

/** Returns false for the first member of a value that begins with another member than those of the gate. */
export function createMemberCheck(
  gate: CompiledGate<unknown>,
): (token: string, depth: number) => boolean {
  const keys = new Set(wantedKeys(gate.definition));
  let isFirst = true;
  return (token, depth) => {
    if (depth !== 1 || !isFirst) return true;
    isFirst = false;
    return keys.size === 0 || keys.has(token);
  };
}

/**
 * Runs the Must rules that depend on single nodes as soon as a node is closed. Where the members of
 * the wanted value are known, a text that begins with another member (an envelope, a list) is not
 * followed: places in it are not those of the value.
 */
export function createStreamJudge(gate: CompiledGate<unknown>, context: unknown): StreamJudge {
  const isWanted = createMemberCheck(gate);
  const found: Finding[] = [];

  const parser = createIncrementalParser<SelectorState | 'unselected'>({
    root: gate.streamSelector ?? 'unselected',
    enter(state, token, depth) {
      if (!isWanted(token, depth)) return null;
      return state === 'unselected' ? state : (state.next(token) ?? 'unselected');
    },
    closed(node, path, state, root) {
      if (state === 'unselected') return;
      for (const rule of state.rules) {
        // Nothing after the first Must is judged: the answer is ended there.
        if (found.length > 0) return;
        judgeNode(rule, node, { path, root }, context, (finding) => found.push(finding));
      }
    },
  });

  return {
    feed(chunk) {
      if (found.length === 0 && gate.streamSelector !== null) parser.feed(chunk);
      return found.length > 0 ? found : null;
    },
  };
}
