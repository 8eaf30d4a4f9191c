/** How `t.quantized` puts a float on the wire: the descriptor that @colyseus/schema keeps in a field's metadata. */
export interface Quantization {
  readonly min: number;
  readonly max: number;
  readonly wrap: boolean;
  readonly wire: string;
  /** `max - min`. */
  readonly range: number;
  /** How many steps the range has. */
  readonly span: number;
}

/**
 * The integer that stands for `value`. The rule is that of @colyseus/schema (types/quantize): half a step is rounded up; a
 * clamped value stops at the ends, a wrapped one comes round; what is no number is `min`.
 */
export function quantize({ min, max, wrap, range, span }: Quantization, value: number): number {
  if (Number.isNaN(value)) return 0;
  if (!wrap) return Math.floor(((Math.min(Math.max(value, min), max) - min) / range) * span + 0.5);
  if (!Number.isFinite(value)) return 0;
  const past = (value - min) % range;
  return Math.floor(((past < 0 ? past + range : past) / range) * span + 0.5) % span;
}
