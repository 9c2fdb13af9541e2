//! Running the program: arguments from an input, the symbolic run, the plain replay, and the state between runs.

pub mod arguments;
pub mod capture;
mod choice;
pub mod exploration;
mod keywords;
pub mod object_shape;
pub mod shape;
pub mod state;
pub mod subject;
mod text_shape;
pub mod watching;
pub mod world;
