//! The elementary functions of one float: what the C library gives, which is what `CPython` calls.
//!
//! Their last bit is the platform's, here and there alike. They are undefined where `math` complains about the domain;
//! where it complains about the range they are infinities, so that the condition for that can be written.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Elementary {
    Exp,
    ExpMinusOne,
    Log,
    LogOfOnePlus,
    LogBaseTwo,
    LogBaseTen,
    Sin,
    Cos,
    Tan,
    ArcSin,
    ArcCos,
    ArcTan,
    Sinh,
    Cosh,
    Tanh,
}

impl Elementary {
    pub const ALL: [Self; 15] = [
        Self::Exp,
        Self::ExpMinusOne,
        Self::Log,
        Self::LogOfOnePlus,
        Self::LogBaseTwo,
        Self::LogBaseTen,
        Self::Sin,
        Self::Cos,
        Self::Tan,
        Self::ArcSin,
        Self::ArcCos,
        Self::ArcTan,
        Self::Sinh,
        Self::Cosh,
        Self::Tanh,
    ];

    /// What `math` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exp => "exp",
            Self::ExpMinusOne => "expm1",
            Self::Log => "log",
            Self::LogOfOnePlus => "log1p",
            Self::LogBaseTwo => "log2",
            Self::LogBaseTen => "log10",
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Tan => "tan",
            Self::ArcSin => "asin",
            Self::ArcCos => "acos",
            Self::ArcTan => "atan",
            Self::Sinh => "sinh",
            Self::Cosh => "cosh",
            Self::Tanh => "tanh",
        }
    }

    /// Where it is defined; NaN is always in the domain.
    pub fn domain(self) -> ElementaryDomain {
        match self {
            Self::Exp | Self::ExpMinusOne | Self::ArcTan | Self::Sinh | Self::Cosh | Self::Tanh => {
                ElementaryDomain::All
            }
            Self::Log | Self::LogBaseTwo | Self::LogBaseTen => ElementaryDomain::Above(0.0),
            Self::LogOfOnePlus => ElementaryDomain::Above(-1.0),
            Self::Sin | Self::Cos | Self::Tan => ElementaryDomain::Finite,
            Self::ArcSin | Self::ArcCos => ElementaryDomain::Unit,
        }
    }

    pub fn of(self, operand: f64) -> Option<f64> {
        if !self.domain().contains(operand) {
            return None;
        }
        Some(match self {
            Self::Exp => operand.exp(),
            Self::ExpMinusOne => operand.exp_m1(),
            Self::Log => operand.ln(),
            Self::LogOfOnePlus => operand.ln_1p(),
            Self::LogBaseTwo => operand.log2(),
            Self::LogBaseTen => operand.log10(),
            Self::Sin => operand.sin(),
            Self::Cos => operand.cos(),
            Self::Tan => operand.tan(),
            Self::ArcSin => operand.asin(),
            Self::ArcCos => operand.acos(),
            Self::ArcTan => operand.atan(),
            Self::Sinh => operand.sinh(),
            Self::Cosh => operand.cosh(),
            Self::Tanh => operand.tanh(),
        })
    }
}

/// The numbers, beside NaN, that a function takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElementaryDomain {
    All,
    Finite,
    Above(f64),
    /// From -1 to 1.
    Unit,
}

impl ElementaryDomain {
    pub fn contains(self, operand: f64) -> bool {
        operand.is_nan()
            || match self {
                Self::All => true,
                Self::Finite => operand.is_finite(),
                Self::Above(bound) => operand > bound,
                Self::Unit => operand.abs() <= 1.0,
            }
    }
}
