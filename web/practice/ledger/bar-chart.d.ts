/** Declares only what is used of the chart; its own types would include those of a whole library. */
declare module '@mantine/charts' {
  import type { ComponentType } from 'react';

  interface BarSeries {
    name: string;
    label: string;
    color: string;
  }

  interface BarChartProps {
    h: string;
    data: Record<string, string | number>[];
    dataKey: string;
    series: BarSeries[];
    tickLine: 'none';
    maxBarWidth: number;
    valueFormatter: (value: number) => string;
    yAxisProps: { width: number; tickFormatter: (value: number) => string };
    accessibilityLayer: boolean;
    barChartProps: { barGap: number; barCategoryGap: string };
    barProps: (series: BarSeries) => Record<string, number>;
  }

  export const BarChart: ComponentType<BarChartProps>;
}
