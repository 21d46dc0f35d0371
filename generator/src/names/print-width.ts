/** The width that emitted code keeps to; prettier is told the same. */
export const PRINT_WIDTH = 120;
