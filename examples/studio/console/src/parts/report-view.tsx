import type { JSX } from 'preact';
import { type Translate, useTexts } from '../texts.ts';
import type { ReadableFinding } from '../types.ts';
import { MarkedText, type TextMark } from './marked-text.tsx';

/** A finding with its number on the page. */
export interface NumberedFinding extends ReadableFinding {
  readonly number: number;
}

interface ReportProps {
  readonly value: unknown;
  /** JSON pointer of `value` in the report. */
  readonly path: string;
  /** Findings by the pointer at which they are shown. */
  readonly findings: ReadonlyMap<string, readonly NumberedFinding[]>;
  /** Titles of notes by id. */
  readonly titles: ReadonlyMap<string, string>;
  readonly active: number | null;
  readonly onPick: (number: number) => void;
}

/** Members that hold the id of a note. */
const idMember = /(?:node_id|node_ids\/\d+)$/;

/** A report of a model with its findings at their places, whatever form it has. */
export function ReportView(props: ReportProps): JSX.Element {
  const t = useTexts();
  const { value, path, titles } = props;
  if (typeof value !== 'object' || value === null) {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const title = idMember.test(path) ? titles.get(text) : undefined;
    return (
      <span class="report-text" id={`at-${path}`}>
        <MarkedText {...props} text={text} marks={marksOf(props, text, t)} />
        {title !== undefined && <span class="muted"> {title}</span>}
      </span>
    );
  }
  const notes = <Numbers {...props} />;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="muted">{t('none')}</span>;
    return (
      <>
        {notes}
        <ol class="report-list">
          {value.map((each: unknown, index) => (
            // A proposal has no identity but its place.
            <li key={String(index)}>
              <ReportView {...props} value={each} path={`${path}/${index}`} />
            </li>
          ))}
        </ol>
      </>
    );
  }
  return (
    <>
      {notes}
      <dl class="report-fields" id={`at-${path}`} tabIndex={-1}>
        {Object.entries<unknown>(value as Readonly<Record<string, unknown>>).map(([name, each]) => (
          <div key={name} class={isLong(each) ? 'long' : ''}>
            <dt>{fieldName(name, t)}</dt>
            <dd>
              <ReportView {...props} value={each} path={`${path}/${escaped(name)}`} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The numbers of findings about a list or an object, such as a member that is missing. */
function Numbers({ path, findings, active, onPick }: ReportProps): JSX.Element | null {
  const t = useTexts();
  const here = findings.get(path) ?? [];
  if (here.length === 0) return null;
  return (
    <p class="report-notes">
      {here.map((finding) => (
        <button
          key={finding.number}
          type="button"
          class={`finding-number ${finding.severity}`}
          aria-label={labelOf(finding, t)}
          aria-pressed={finding.number === active}
          onClick={() => onPick(finding.number)}
        >
          {finding.number}
        </button>
      ))}
    </p>
  );
}

function marksOf({ path, findings }: ReportProps, text: string, t: Translate): TextMark[] {
  return (findings.get(path) ?? []).map((finding) => {
    const { start, end } = finding.params;
    const isSpan = typeof start === 'number' && typeof end === 'number' && end <= text.length;
    return {
      start: isSpan ? start : 0,
      end: isSpan ? end : text.length,
      number: finding.number,
      tone: finding.severity,
      label: labelOf(finding, t),
    };
  });
}

function labelOf({ number, severity, message }: NumberedFinding, t: Translate): string {
  return `${t('finding.number', { number })}, ${t(`finding.${severity}`)}: ${message}`;
}

function fieldName(name: string, t: Translate): string {
  const text = t.code(`field.${name}`);
  return text === `field.${name}` ? name : text;
}

/** Objects and lists have a line of their own. */
function isLong(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Numbers findings in order, and groups them by the place that the report has for them. */
export function placeFindings(
  value: unknown,
  findings: readonly ReadableFinding[],
): ReadonlyMap<string, readonly NumberedFinding[]> {
  const places = new Map<string, NumberedFinding[]>();
  for (const [index, finding] of findings.entries()) {
    const place = placeOf(value, finding.path);
    const before = places.get(place) ?? [];
    places.set(place, [...before, { ...finding, number: index + 1 }]);
  }
  return places;
}

/** Returns the pointer, or the longest part of it that the value has. */
function placeOf(value: unknown, path: string): string {
  let here = value;
  let place = '';
  for (const token of path.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) break;
    here = (here as Readonly<Record<string, unknown>>)[name];
    place += `/${token}`;
  }
  return place;
}
