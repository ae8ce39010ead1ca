import{R as a,S as b,T as c,U as d}from"./chunk-DAM6B34G.js";import"./chunk-333PTS5I.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
