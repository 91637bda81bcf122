import { OrthographicController } from '@deck.gl/core';

type ControllerEvent = Parameters<OrthographicController['handleEvent']>[0];

/**
 * Returns whether a gesture belongs to the page around the plan: a pan with one finger, or a wheel event without Ctrl while the plan does not have the focus.
 */
export function isForPage(kind: string, event: Event, container: Element | null): boolean {
  if (kind.startsWith('pan')) return event instanceof PointerEvent && event.pointerType === 'touch';
  if (kind !== 'wheel' || !(event instanceof WheelEvent) || event.ctrlKey || event.metaKey) return false;
  return container?.contains(document.activeElement) !== true;
}

const frameOf = ({ target }: Event) => (target instanceof Element ? target.closest('[role=group]') : null);

/** A deck.gl controller that moves the camera of a plan by gestures, and leaves scroll gestures to the page. Two fingers always move and zoom the plan. */
export class PlanController extends OrthographicController {
  override handleEvent(event: ControllerEvent): boolean {
    const source: unknown = event.srcEvent;
    if (event.type !== 'panend' && source instanceof Event && isForPage(event.type, source, frameOf(source))) return false;
    return super.handleEvent(event);
  }
}
