import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { printAmount } from '#domain/money/amount.ts';
import type { MonthMoney } from '#domain/money/money.ts';
import { showMonthName } from '#web/ground/format/dates.ts';

interface MonthsChartProps {
  months: readonly MonthMoney[];
}

const SERIES = [
  { name: 'received', label: 'Получено', color: 'var(--k-pine)' },
  { name: 'held', label: 'Проведено', color: 'var(--k-field)' },
];

const thousands = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * The chart beside the table: filled bars for received, outlined bars for held money. It adds no information to the
 * table.
 */
export function MonthsChart({ months }: MonthsChartProps) {
  return (
    <BarChart
      h="100%"
      data={months.map(({ month, received, held }) => ({
        month: showMonthName(Temporal.PlainYearMonth.from(month)).slice(0, 3),
        received: received / 100,
        held: held / 100,
      }))}
      dataKey="month"
      series={SERIES}
      tickLine="none"
      maxBarWidth={20}
      valueFormatter={(rubles) => printAmount(Math.round(rubles * 100))}
      yAxisProps={{ width: 68, tickFormatter: (rubles: number) => thousands.format(rubles) }}
      accessibilityLayer={false}
      barChartProps={{ barGap: 3, barCategoryGap: '18%' }}
      barProps={({ name }) => ({
        radius: 3,
        ...(name === 'held' && { fillOpacity: 0, strokeOpacity: 1, strokeWidth: 1.5 }),
      })}
    />
  );
}
