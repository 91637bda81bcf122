/** Imported before a server, to give it a wrong clock: `CLOCK_SHIFT_MS` is added to the time of `Date`. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const now = Date.now.bind(Date);
const shifted = () => now() + shiftMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args: unknown[], newTarget) => Reflect.construct(target, args.length === 0 ? [shifted()] : args, newTarget),
  apply: () => new Date().toString(),
  get: (target, key) => (key === 'now' ? shifted : Reflect.get(target, key)),
});
