import { alertText, noAnswerText, outcomeText } from '#domain/text/alertText';
import { expect, it } from 'vitest';

it.each([
  ['RULE-106', 401, 'Unauthorized: Token expired', 'Unauthorized: Token expired'],
  ['RULE-107', 400, 'BadRequest: Serial is empty', 'Serial is empty'],
  ['RULE-107', 400, 'BadRequest: Range: 1 to 5', 'Range: 1 to 5'],
  ['RULE-108', 404, 'NotFound: No such device', 'No such device'],
  ['RULE-109', 409, 'Conflict: Device is not online', 'Device is not online'],
  ['RULE-110', 500, 'Internal: It broke', 'Internal: It broke'],
  ['GAP-52', 403, 'Forbidden: Not yours', 'Forbidden: Not yours'],
  ['RULE-111] [MSG-011', 500, '', 'Something went wrong'],
  ['GAP-53', 400, 'Serial is empty', 'Serial is empty'],
  ['GAP-53', 404, '', 'Something went wrong'],
  ['GAP-53', 409, 'a:b', 'a:b'],
  ['RULE-111', 400, 'Invalid: ', 'Something went wrong'],
  ['RULE-111', 409, 'Conflict:  \n', 'Something went wrong'],
  ['RULE-111', 500, ' ', 'Something went wrong'],
  ['RULE-112] [GAP-54', 0, '', null],
  ['RULE-112', 0, 'Failed to fetch', null],
])('[%s] a %i with %j alerts %j', (_, status, message, text) => {
  expect(alertText({ status, message })).toBe(text);
});

it.each([
  [undefined, 'No answer came. The change may be saved all the same.'],
  ['The device may be created', 'No answer came. The device may be created all the same.'],
])('[ALERT1] without an answer nobody knows: %s', (what, text) => {
  expect(noAnswerText(what)).toBe(text);
});

it.each([
  [200, '', undefined, 'The answer could not be read. The change may be saved all the same.'],
  [204, 'unreadable', 'The device may be created', 'The answer could not be read. The device may be created all the same.'],
  [0, '', 'The device may be created', 'No answer came. The device may be created all the same.'],
  [409, 'Conflict: It is there', 'The device may be created', 'It is there'],
  [500, '', 'The device may be created', 'Something went wrong'],
])('[ANY12] [ALERT1] a failed change with a %i and %j (%j) alerts %j', (status, message, what, text) => {
  expect(outcomeText({ status, message }, what)).toBe(text);
});
