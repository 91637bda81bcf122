import type { AnswerOf } from '#contract/call';
import type { getAllLifeCycleStages } from '#contract/device';
import { prettified } from '#domain/userType';
import type { Option } from '#ui/Select';

/** The stages to choose from; the device's own stands among them also while they are not known. */
export function stageChoices(known: AnswerOf<typeof getAllLifeCycleStages>['result'] | undefined, own: string): readonly Option[] {
  const choices = (known ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return choices.some(({ value }) => value === own) ? choices : [{ value: own, label: prettified(own) }, ...choices];
}
