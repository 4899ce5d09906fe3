import { advisorReportSchema } from './advisor-report.ts';
import { organizerReportSchema } from './organizer-report.ts';
import { type Shape, shapeOf } from './shape.ts';

export const organizerShape: Shape = shapeOf(organizerReportSchema);
export const advisorShape: Shape = shapeOf(advisorReportSchema);
