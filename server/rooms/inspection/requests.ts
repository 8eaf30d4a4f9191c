/** What clients may ask of an inspection (shared/inspection.ts), as schemas. */
import { z } from "zod";

const TOKEN_MAX_LENGTH = 1000;

export const inspectSchema = z.object({ on: z.boolean(), token: z.string().max(TOKEN_MAX_LENGTH).optional() });
export const explainSchema = z.object({ key: z.int().min(0).nullable() });
