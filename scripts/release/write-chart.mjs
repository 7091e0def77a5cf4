export const writeChart = () => undefined;
