/** Three digits are what the measurements carry. */
export function formatFigure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
