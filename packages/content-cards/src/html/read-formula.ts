import { type DomNode, unseenElements, walk } from './dom.ts';

/** A part of a formula. */
interface Part {
  readonly text: string;
  /** One number, name or sign: it needs no brackets. */
  readonly isSimple: boolean;
  readonly isSign: boolean;
}

interface Frame {
  readonly name: string;
  readonly parts: Part[];
  text: string;
}

/**
 * Returns a MathML formula as one line: its TeX where it has it, else `1/2` for a fraction, `10^6` for a power, `x_1` for
 * an index.
 */
export function readFormula(math: DomNode): string {
  const open: Frame[] = [];
  let tex = '';
  let isTex = false;
  let shown = '';
  walk(math, {
    text(value) {
      const frame = open.at(-1);
      if (isTex) tex += value;
      else if (frame !== undefined && !frame.name.startsWith('annotation')) frame.text += value;
    },
    enter(node, name) {
      if (unseenElements.has(name) || name === 'mphantom') return false;
      isTex = name === 'annotation' && node.getAttribute?.('encoding') === 'application/x-tex';
      open.push({ name, parts: [], text: '' });
      return true;
    },
    leave() {
      isTex = false;
      const frame = open.pop();
      if (frame === undefined) return;
      const part = partOf(frame);
      if (open.length === 0) shown = part.text;
      else if (!frame.name.startsWith('annotation')) open.at(-1)?.parts.push(part);
    },
  });
  return tex.trim() || shown;
}

function partOf({ name, parts, text }: Frame): Part {
  // Signs of products and functions that are not seen.
  const own = text.replaceAll(/[\u2061-\u2064]/g, '').trim();
  if (parts.length === 0) return { text: own, isSimple: true, isSign: name === 'mo' };
  const only = parts.length === 1 && own === '' ? parts[0] : undefined;
  const whole = only ?? composed(between(parts, separators.get(name) ?? '') + own);
  const [first = '', second = '', third = ''] = parts.map(bracketed);
  switch (name) {
    case 'mfrac':
      return composed(`${first}/${second}`);
    case 'msup':
    case 'mover':
      return composed(`${first}^${second}`);
    case 'msub':
    case 'munder':
      return composed(`${first}_${second}`);
    case 'msubsup':
    case 'munderover':
      return composed(`${first}_${second}^${third}`);
    case 'msqrt':
      return composed(`√${bracketed(whole)}`);
    case 'mroot':
      return composed(`${first}^(1/${second})`);
    case 'mfenced':
      return composed(`(${whole.text})`);
    default:
      return whole;
  }
}

function composed(text: string): Part {
  return { text, isSimple: false, isSign: false };
}

/** Marks between the cells and the rows of a matrix. */
const separators: ReadonlyMap<string, string> = new Map([
  ['mtr', ', '],
  ['mtable', '; '],
  ['mfenced', ', '],
]);

/** A loop, since `join` copies the text at each level of a formula that nests deep. */
function between(parts: readonly Part[], separator: string): string {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    // `x^2 y` is not `x^2y`.
    const isApart = separator === '' && before?.isSimple === false && !part.isSign;
    text += (isApart ? ' ' : before === undefined ? '' : separator) + part.text;
  }
  return text;
}

function bracketed({ text, isSimple }: Part): string {
  return isSimple ? text : `(${text})`;
}
