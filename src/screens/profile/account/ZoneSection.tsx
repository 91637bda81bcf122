import { chakra } from '@chakra-ui/react';
import { BELGIAN_ZONE, zoneName } from '#domain/text/dates';
import { isTimezone, timezones } from '#domain/text/timezone';
import { Button } from '#ui/Button';
import { ComboField } from '#ui/form/ComboField';
import { Section } from '#ui/Section';
import { useAccountZone } from '#widgets/AccountZone';

const options = () => timezones().map((zone) => ({ value: zone, label: zone }));

/** Renders the choice of the time zone in which this account sees every instant. Source: CLOCKS1. */
export function ZoneSection() {
  const { zone, choose } = useAccountZone();
  return (
    <Section title="Time zone">
      <chakra.p color="fg.muted" py="6px">
        All times are shown in {zoneName(zone)}. This browser remembers it for your account.
      </chakra.p>
      <chakra.div display="flex" alignItems="flex-end" gap="12px" flexWrap="wrap">
        <chakra.div flex="1 1 240px">
          <ComboField
            label="Time zone"
            isLabelHidden
            options={options()}
            accepts={isTimezone}
            value={zone}
            onValue={(next) => choose(next || BELGIAN_ZONE)}
          />
        </chakra.div>
        {zone !== BELGIAN_ZONE && (
          <Button flex="1 1 240px" onClick={() => choose(BELGIAN_ZONE)}>
            Belgian time
          </Button>
        )}
      </chakra.div>
    </Section>
  );
}
