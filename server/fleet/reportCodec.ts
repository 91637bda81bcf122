import { Buffer } from 'node:buffer';
import { dataGroups } from '#contract/fleet/dataGroup';
import { z } from '#contract/schema';
import { type BusCodec, withinBytes } from '../platform/bus/codec.ts';
import { slotOf } from './deviceReport.ts';
import { controlChange, type LiveReport, receivedPush, type ReportKind } from './liveReport.ts';

/** First part of the subjects of live reports. It changes with their format, so that no server reads messages in the format of another version. */
export const LIVE_SUBJECT = 'live2';

/** Maximum size of a report in the header, in bytes: serials have at most 64 characters. */
const HEADER_BYTES = 200;
const [NEWLINE, OPENING, CLOSING] = Buffer.from('\n{}');

const kinds: ReadonlySet<unknown> = new Set(['state', ...Object.keys(dataGroups)]);

/** The header has a column per field: checking a few arrays takes a fifth of the time that checking an object per report takes. */
const headerShape = z.object({
  serial: z.array(z.string()),
  kind: z.array(z.custom<ReportKind>((value) => kinds.has(value))),
  receivedAt: z.array(z.number()),
  deviceTime: z.array(z.number()),
  sequence: z.array(z.number()),
  controlEpoch: z.array(z.nullable(z.number())),
  /** Lengths of the texts that follow the header. */
  bytes: z.array(z.int().check(z.positive())),
  /** Announcements, which few reports have, by index. */
  announced: z.array(
    z.object({ index: z.number(), control: z.optional(controlChange), leftAt: z.optional(z.number()), presentAt: z.optional(z.number()) }),
  ),
});
type Header = z.infer<typeof headerShape>;

function headerOf(reports: readonly LiveReport[], texts: readonly string[]): Header {
  return {
    serial: reports.map(({ serial }) => serial),
    kind: reports.map(({ kind }) => kind),
    receivedAt: reports.map(({ receivedAt }) => receivedAt),
    deviceTime: reports.map(({ deviceTime }) => deviceTime),
    sequence: reports.map(({ sequence }) => sequence),
    controlEpoch: reports.map(({ controlEpoch }) => controlEpoch),
    bytes: texts.map((text) => Buffer.byteLength(text)),
    announced: reports.flatMap(({ control, leftAt, presentAt }, index) =>
      control === undefined && leftAt === undefined && presentAt === undefined ? [] : [{ index, control, leftAt, presentAt }],
    ),
  };
}

function frameOf(reports: readonly LiveReport[]): string {
  const texts = reports.map(({ push }) => push.text());
  return `${JSON.stringify(headerOf(reports, texts))}\n${texts.join('')}`;
}

/** Returns the header of a frame and the start of its texts. Throws when they do not match the header. */
function readHeader(frame: Buffer): { readonly header: Header; readonly textsAt: number } {
  const end = frame.indexOf(NEWLINE ?? 0);
  const header = headerShape.parse(JSON.parse(frame.toString('utf8', 0, Math.max(0, end))));
  const { announced, ...columns } = header;
  const count = header.serial.length;
  const areEqual = Object.values(columns).every(({ length }) => length === count);
  const bytes = header.bytes.reduce((sum, one) => sum + one, end + 1);
  if (!areEqual || bytes !== frame.length || announced.some(({ index }) => header.serial[index] === undefined))
    throw new Error('the header is of other reports');
  return { header, textsAt: end + 1 };
}

/** Splits the texts. They are not parsed, but a wrong length must not corrupt the frames of consoles. */
function textsOf(frame: Buffer, lengths: readonly number[], textsAt: number): readonly string[] {
  let at = textsAt;
  return lengths.map((length) => {
    const end = at + length;
    if (frame[at] !== OPENING || frame[end - 1] !== CLOSING) throw new Error('a text is not whole');
    const text = frame.toString('utf8', at, end);
    at = end;
    return text;
  });
}

/** Creates the function that calls `onError` for an unreadable slot, once until the slot is readable again. */
function firstFailures(onError: (error: Error) => void) {
  const unreadable = new Set<string>();
  return (slot: string, isReadable: boolean) => {
    if (isReadable) unreadable.delete(slot);
    else if (!unreadable.has(slot)) {
      unreadable.add(slot);
      onError(new Error('another instance sends a report that this one cannot read'));
    }
  };
}

/**
 * Returns the codec of live reports between servers: a header in columns, then the texts of the pushes, which are parsed when the object is needed. `onError`
 * is called when such a text cannot be read.
 */
export function reportCodec(onError: (error: Error) => void): BusCodec<LiveReport> {
  const note = firstFailures(onError);
  return {
    *encode(reports) {
      for (const part of withinBytes(reports, ({ push }) => Buffer.byteLength(push.text()) + HEADER_BYTES)) yield frameOf(part);
    },
    decode: (bytes) => {
      const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const { header, textsAt } = readHeader(frame);
      const announced = new Map(header.announced.map(({ index, ...announcement }) => [index, announcement]));
      return textsOf(frame, header.bytes, textsAt).map((text, index): LiveReport => {
        // Equal lengths were checked before; the fallbacks only satisfy the compiler.
        const [serial, kind] = [header.serial[index] ?? '', header.kind[index] ?? 'state'];
        return {
          serial,
          kind,
          push: receivedPush(text, { serial, kind }, (isReadable) => note(slotOf(serial, kind), isReadable)),
          receivedAt: header.receivedAt[index] ?? 0,
          deviceTime: header.deviceTime[index] ?? 0,
          sequence: header.sequence[index] ?? 0,
          controlEpoch: header.controlEpoch[index] ?? null,
          ...announced.get(index),
        };
      });
    },
  };
}
